package io.braid.dataplane.config;

import java.util.Collection;
import java.util.Optional;

/** Finds the word that was probably meant by a misspelt one. */
final class Similar {
    /** No option's name is as long; bounds the work for hostile keys. */
    private static final int MAX_LENGTH = 40;

    private Similar() {}

    /** The candidate that is the fewest edits away, if that is at most a third of the word's letters. */
    static Optional<String> to(String word, Collection<String> candidates) {
        if (word.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String best = null;
        int bestEdits = Math.max(1, word.length() / 3) + 1;
        for (String candidate : candidates) {
            int edits = edits(word, candidate);
            if (edits < bestEdits) {
                best = candidate;
                bestEdits = edits;
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * Insertions, deletions, changes and swaps of neighbours (optimal string alignment); '_' counts as '-' and case
     * does not count.
     */
    private static int edits(String from, String to) {
        int[][] edits = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int change = same(from, i - 1, to, j - 1) ? 0 : 1;
                int best = Math.min(edits[i - 1][j - 1] + change, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
                boolean swapped = i > 1 && j > 1 && same(from, i - 1, to, j - 2) && same(from, i - 2, to, j - 1);
                edits[i][j] = swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
            }
        }
        return edits[from.length()][to.length()];
    }

    private static boolean same(String from, int i, String to, int j) {
        return fold(from.charAt(i)) == fold(to.charAt(j));
    }

    private static char fold(char c) {
        return c == '_' ? '-' : Character.toLowerCase(c);
    }
}
