import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/**
 * Answers texts with a library that has its vocabulary: a JSON string a line in, a JSON array of ids a
 * line out (../../PROTOCOL.md, "Without the protocol"). An exception is written to standard error,
 * and its answer is null.
 */
final class Lines {
  private static final Gson GSON = new Gson();

  static <T> void serve(Map<String, Function<String, T>> entries, String entry) throws IOException {
    Function<String, T> encode = entries.get(entry);
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = input.readLine()) != null;) {
      String text = GSON.fromJson(line, String.class);
      try {
        System.out.println(GSON.toJson(encode.apply(text)));
      } catch (RuntimeException refused) {
        System.err.println(refused);
        System.out.println("null");
      }
    }
  }
}
