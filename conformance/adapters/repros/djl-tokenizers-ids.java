import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.nio.file.Path;
import java.util.Arrays;

class Program {
  public static void main(String[] arguments) throws Exception {
    var builder = HuggingFaceTokenizer.builder().optTokenizerPath(Path.of(arguments[0]));
    // Without optTruncation(false), ids behind the 512th are cut off.
    var tokenizer = builder.optTruncation(false).build();
    String text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end";
    System.out.println(Arrays.toString(tokenizer.encode(text, false, false).getIds()));
  }
}
