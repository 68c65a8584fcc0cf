@NullMarked
package io.braid.dataplane.web;

import org.jspecify.annotations.NullMarked;
