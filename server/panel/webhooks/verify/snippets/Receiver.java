// {{endpoint}}
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    static final String PATH = "{{path}}";
    static final String SECRET = System.getenv("TRADEPOST_WEBHOOK_SECRET");
    static final long TOLERANCE_SECONDS = 300;
    static final int MAX_BODY_BYTES = 2 * 1024 * 1024;

    public static void main(String[] args) throws IOException {
        if (SECRET == null || SECRET.isEmpty()) throw new IllegalStateException("TRADEPOST_WEBHOOK_SECRET is not set.");
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "4000"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", Receiver::handle);
        server.start();
    }

    static void handle(HttpExchange exchange) throws IOException {
        // {{raw}}
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        int status = 500;
        try {
            status = receive(exchange, body);
        } catch (Exception error) {
            error.printStackTrace();
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    static int receive(HttpExchange exchange, byte[] body) throws Exception {
        if (!exchange.getRequestURI().getRawPath().equals(PATH)) return 404;
        if (body.length > MAX_BODY_BYTES) return 413;
        if (!isAuthentic(exchange, body)) return 401;
        // {{dedupe}}
        // {{test}}
        System.out.println(new String(body, StandardCharsets.UTF_8));
        return 204;
    }

    static boolean isAuthentic(HttpExchange exchange, byte[] body) throws Exception {
        String timestamp = header(exchange, "X-Service-Timestamp");
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        long seconds = Long.parseLong(timestamp);
        if (Math.abs(Instant.now().getEpochSecond() - seconds) > TOLERANCE_SECONDS) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((timestamp + ".").getBytes(StandardCharsets.US_ASCII));
        String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        // {{previous}}
        return equal(expected, header(exchange, "X-Service-Signature"))
            || equal(expected, header(exchange, "X-Service-Signature-Previous"));
    }

    static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    static boolean equal(String expected, String given) {
        byte[] bytes = given.getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), bytes);
    }
}
