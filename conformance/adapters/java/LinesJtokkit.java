import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.GptBytePairEncodingParams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * jtokkit with its own vocabularies: `encode` refuses special tokens, `encodeOrdinary` has them as text;
 * or with a rank file and a pattern.
 */
final class LinesJtokkit {
  private static final String PATTERN =
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|"
          + " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

  private static Encoding given(String path) throws IOException {
    Map<byte[], Integer> ranks = new HashMap<>();
    for (String line : Files.readAllLines(Path.of(path))) {
      String[] words = line.split(" ");
      ranks.put(Base64.getDecoder().decode(words[0]), Integer.valueOf(words[1]));
    }
    var registry = Encodings.newLazyEncodingRegistry();
    Pattern pattern = Pattern.compile(PATTERN, Pattern.UNICODE_CHARACTER_CLASS);
    registry.registerGptBytePairEncoding(
        new GptBytePairEncodingParams("given", pattern, ranks, Map.of("<|endoftext|>", 100257)));
    return registry.getEncoding("given").orElseThrow();
  }

  public static void main(String[] arguments) throws IOException {
    var types = Map.of("cl100k", EncodingType.CL100K_BASE, "o200k", EncodingType.O200K_BASE,
                       "p50k", EncodingType.P50K_BASE);
    Encoding encoding =
        arguments[0].startsWith("Gpt")
            ? given(arguments[2])
            : Encodings.newLazyEncodingRegistry().getEncoding(types.get(arguments[1]));
    Lines.serve(Map.of("encode", text -> encoding.encode(text).toArray(),
                       "encodeOrdinary", text -> encoding.encodeOrdinary(text).toArray(),
                       "GptBytePairEncodingParams encodeOrdinary",
                       text -> encoding.encodeOrdinary(text).toArray()),
                arguments[0]);
  }
}
