@NullMarked
package io.braid.numa.balance;

import org.jspecify.annotations.NullMarked;
