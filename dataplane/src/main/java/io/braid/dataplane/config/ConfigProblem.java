package io.braid.dataplane.config;

/**
 * One error of a configuration file, with its place.
 *
 * @param file the file as the operator named it
 * @param line the line, from 1; 0 if the error concerns the file as a whole
 * @param column the column in characters, from 1; 0 if the error concerns the file as a whole
 * @param path the option, such as {@code uplinks[0].gateways[1]}; empty for the file or its top
 * @param message what was expected and what was found
 */
public record ConfigProblem(String file, int line, int column, String path, String message) {
    /** {@code FILE:LINE:COLUMN: PATH: MESSAGE}, the form that editors and terminals make clickable. */
    @Override
    public String toString() {
        String place = line == 0 ? file : file + ":" + line + ":" + column;
        return place + ": " + (path.isEmpty() ? "" : path + ": ") + message;
    }
}
