import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.io.IOException;
import java.util.Map;

/** jtokkit with its own vocabularies: `encode` refuses special tokens, `encodeOrdinary` has them as text. */
final class LinesJtokkit {
  public static void main(String[] arguments) throws IOException {
    var types = Map.of("cl100k", EncodingType.CL100K_BASE, "o200k", EncodingType.O200K_BASE);
    Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(types.get(arguments[1]));
    Lines.serve(Map.of("encode", text -> encoding.encode(text).toArray(),
                       "encodeOrdinary", text -> encoding.encodeOrdinary(text).toArray()),
                arguments[0]);
  }
}
