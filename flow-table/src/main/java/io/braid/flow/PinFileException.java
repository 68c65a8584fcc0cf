package io.braid.flow;

import java.io.IOException;

/** A pin file that cannot be used, with the reason; the flows then begin anew, which costs them nothing but their place. */
public final class PinFileException extends IOException {
    private static final long serialVersionUID = 1L;

    PinFileException(String message) {
        super(message);
    }
}
