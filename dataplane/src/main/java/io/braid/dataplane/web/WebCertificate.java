package io.braid.dataplane.web;

import io.braid.dataplane.config.WebConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** The certificate that the web server shows, of two files in PEM (RFC 7468). */
final class WebCertificate {
    private static final String CERTIFICATE = "web.certificate";
    private static final String KEY = "web.key";
    private static final String EXPECTED_CHAIN = "certificates in PEM, the server's own first";
    private static final String EXPECTED_KEY =
            "the certificate's private key in PEM, unencrypted (openssl pkey writes it: BEGIN PRIVATE KEY)";
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]*+)-----END PRIVATE KEY-----");
    private static final char[] NO_PASSWORD = {};

    private WebCertificate() {}

    /**
     * What TLS is spoken with; null without a certificate.
     *
     * @throws WebFileException if the files are not a certificate and its key
     */
    static SslContextFactory.@Nullable Server of(WebConfig config) {
        if (config.certificate().isEmpty() || config.key().isEmpty()) {
            return null;
        }
        Path keyFile = config.key().get();
        Certificate[] chain = chain(config.certificate().get());
        PrivateKey key = key(keyFile, chain[0].getPublicKey().getAlgorithm());
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("braid", key, NO_PASSWORD, chain);
            var tls = new SslContextFactory.Server();
            tls.setKeyStore(store);
            tls.setKeyStorePassword("");
            tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
            // A host is asked for by address, too, which no name in a certificate stands for.
            tls.setSniRequired(false);
            return tls;
        } catch (GeneralSecurityException | IOException e) {
            throw new WebFileException(KEY, keyFile, EXPECTED_KEY, "what cannot be used: " + e.getMessage());
        }
    }

    private static Certificate[] chain(Path file) {
        String text = WebFile.read(CERTIFICATE, file, EXPECTED_CHAIN, false);
        try {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)))
                    .toArray(Certificate[]::new);
            if (chain.length == 0) {
                throw new WebFileException(CERTIFICATE, file, EXPECTED_CHAIN, "none");
            }
            return chain;
        } catch (CertificateException e) {
            throw new WebFileException(CERTIFICATE, file, EXPECTED_CHAIN, "something else");
        }
    }

    private static PrivateKey key(Path file, String algorithm) {
        Matcher block = PRIVATE_KEY.matcher(WebFile.read(KEY, file, EXPECTED_KEY, true));
        if (!block.find()) {
            throw new WebFileException(KEY, file, EXPECTED_KEY, "none");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(block.group(1));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new WebFileException(KEY, file, EXPECTED_KEY, "no key of the certificate's kind, " + algorithm);
        }
    }
}
