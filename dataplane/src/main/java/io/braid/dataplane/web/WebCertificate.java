package io.braid.dataplane.web;

import io.braid.dataplane.config.WebConfig;
import io.braid.dataplane.pem.Pem;
import io.braid.dataplane.pem.UnusableFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** The certificate that the web server shows, of two files in PEM (RFC 7468). */
final class WebCertificate {
    private static final String CERTIFICATE = "web.certificate";
    private static final String KEY = "web.key";
    private static final String EXPECTED_CHAIN = "certificates in PEM, the server's own first";
    private static final String EXPECTED_KEY =
            "the certificate's private key in PEM, unencrypted (openssl pkey writes it: BEGIN PRIVATE KEY)";
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
        try {
            List<Pem.Block> blocks = Pem.read(file);
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            var chain = new ArrayList<Certificate>();
            for (Pem.Block block : blocks) {
                if (block.label().equals(Pem.CERTIFICATE)) {
                    chain.add(factory.generateCertificate(new ByteArrayInputStream(block.der())));
                }
            }
            if (chain.isEmpty()) {
                throw new WebFileException(CERTIFICATE, file, EXPECTED_CHAIN, Pem.words(blocks));
            }
            return chain.toArray(Certificate[]::new);
        } catch (UnusableFileException e) {
            throw new WebFileException(CERTIFICATE, file, EXPECTED_CHAIN, e.found());
        } catch (CertificateException e) {
            throw new WebFileException(CERTIFICATE, file, EXPECTED_CHAIN, "a certificate that is none");
        }
    }

    /** The first private key of the file, which may hold the certificate, too. */
    private static PrivateKey key(Path file, String algorithm) {
        try {
            List<Pem.Block> blocks = Pem.read(file);
            WebFile.requireSecret(KEY, file);
            for (Pem.Block block : blocks) {
                if (block.label().equals(Pem.PRIVATE_KEY)) {
                    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(block.der()));
                }
            }
            throw new WebFileException(KEY, file, EXPECTED_KEY, Pem.words(blocks));
        } catch (UnusableFileException e) {
            throw new WebFileException(KEY, file, EXPECTED_KEY, e.found());
        } catch (GeneralSecurityException e) {
            throw new WebFileException(KEY, file, EXPECTED_KEY, "no key of the certificate's kind, " + algorithm);
        }
    }
}
