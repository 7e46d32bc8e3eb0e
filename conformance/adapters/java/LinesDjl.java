import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * DJL's Hugging Face tokenizers with a tokenizer.json. The library is in its package for this system. Without
 * the option, ids behind the 512th are cut off.
 */
final class LinesDjl {
  public static void main(String[] arguments) throws IOException {
    var builder = HuggingFaceTokenizer.builder().optTokenizerPath(Path.of(arguments[2]));
    var tokenizer = builder.optTruncation(false).build();
    Lines.serve(Map.of("encode", text -> tokenizer.encode(text, false, false).getIds(),
                       "batchEncode", text ->
                           tokenizer.batchEncode(new String[] {text}, false, false)[0].getIds()),
                arguments[0]);
  }
}
