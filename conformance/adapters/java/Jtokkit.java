import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.GptBytePairEncodingParams;
import com.knuddels.jtokkit.api.IntArrayList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The adapter for jtokkit, which takes a table by bytes, and any pattern of Java. Like the patterns
 * of jtokkit, this one is compiled with UNICODE_CHARACTER_CLASS. jtokkit decodes to bytes, which
 * must be UTF-8 here. It refuses special tokens in a text, as unsupported.
 */
final class Jtokkit {
  private static final EncodingRegistry REGISTRY = Encodings.newLazyEncodingRegistry();
  private static int loaded = 0;

  private static Protocol.Tokenizer load(Protocol.Artifact artifact) {
    Pattern pattern = Pattern.compile(artifact.pattern(), Pattern.UNICODE_CHARACTER_CLASS);
    String name = "artifact" + loaded++;
    REGISTRY.registerGptBytePairEncoding(
        new GptBytePairEncodingParams(name, pattern, artifact.ranks(), artifact.special()));
    Encoding encoding = REGISTRY.getEncoding(name).orElseThrow();
    return new Protocol.Tokenizer() {
      @Override
      public int[] encode(String text) {
        try {
          return encoding.encode(text).toArray();
        } catch (UnsupportedOperationException unsupported) {
          throw new Protocol.Refused("Unsupported", unsupported.getMessage());
        }
      }

      @Override
      public byte[] decode(int[] ids) {
        IntArrayList list = new IntArrayList(ids.length);
        for (int id : ids) list.add(id);
        try {
          return encoding.decodeBytes(list);
        } catch (IllegalArgumentException | NullPointerException unknown) {
          boolean told = String.valueOf(unknown.getMessage()).startsWith("Unknown token");
          throw told ? new Protocol.Refused("KeyError", unknown.getMessage()) : unknown;
        }
      }
    };
  }

  /** The jar that the library was loaded from has its version in its name. */
  private static String version() {
    var source = Encodings.class.getProtectionDomain().getCodeSource().getLocation();
    String jar = Path.of(source.getPath()).getFileName().toString();
    return jar.replaceAll("^jtokkit-|\\.jar$", "");
  }

  public static void main(String[] arguments) throws IOException {
    Protocol.serve("jtokkit", version(), Jtokkit::load);
  }
}
