@NullMarked
package io.braid.dataplane.grant;

import org.jspecify.annotations.NullMarked;
