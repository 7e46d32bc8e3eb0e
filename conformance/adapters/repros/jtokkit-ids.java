import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;

class Program {
  public static void main(String[] arguments) {
    var encoding = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.CL100K_BASE);
    String text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \ud83d\ude42\n\n  end";
    System.out.println(encoding.encode(text).boxed());
  }
}
