import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Answers the requests of bpetite-iut/1 with a library for Java.
 *
 * <pre>Protocol.serve("jtokkit", "jtokkit", artifact -> new Protocol.Tokenizer() {..})</pre>
 *
 * Texts must be UTF-8. An id that does not fit in an int cannot be given to the library, so the
 * answer is that it is unknown. The Unicode version is found by the library's chunks.
 */
final class Protocol {
  interface Tokenizer {
    int[] encode(String text);

    byte[] decode(int[] ids);
  }

  interface Loader {
    Tokenizer load(Artifact artifact);
  }

  /** A refusal in the protocol's words: new Refused("KeyError", "token 999"). */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    final String name;

    Refused(String name, String message) {
      super(message);
      this.name = name;
    }
  }

  /** A table of merges, with its tokens by id. */
  record Artifact(List<byte[]> tokens, String pattern, Map<String, Integer> special) {
    static Artifact of(List<int[]> merges, String pattern, Map<String, Integer> special) {
      List<byte[]> tokens = new ArrayList<>();
      for (int b = 0; b < 256; b++) tokens.add(new byte[] {(byte) b});
      for (int[] pair : merges) {
        ByteArrayOutputStream token = new ByteArrayOutputStream();
        token.writeBytes(tokens.get(pair[0]));
        token.writeBytes(tokens.get(pair[1]));
        tokens.add(token.toByteArray());
      }
      return new Artifact(tokens, pattern, special);
    }

    static Artifact read(Path path) throws IOException {
      JsonObject fields = JsonParser.parseString(Files.readString(path)).getAsJsonObject();
      List<int[]> merges = new ArrayList<>();
      for (JsonElement pair : fields.getAsJsonArray("merges")) {
        JsonArray ids = pair.getAsJsonArray();
        merges.add(new int[] {ids.get(0).getAsInt(), ids.get(1).getAsInt()});
      }
      Map<String, Integer> special = new HashMap<>();
      fields.getAsJsonObject("special_tokens").entrySet()
          .forEach(entry -> special.put(entry.getKey(), entry.getValue().getAsInt()));
      return of(merges, fields.get("pretokenizer_pattern").getAsString(), special);
    }

    /** The form of tiktoken, which knows a token by its bytes. */
    Map<byte[], Integer> ranks() {
      Map<byte[], Integer> ranks = new LinkedHashMap<>();
      for (int id = 0; id < tokens.size(); id++) ranks.put(tokens.get(id), id);
      if (tokens.stream().map(ByteBuffer::wrap).distinct().count() < tokens.size()) {
        throw new Refused("Unsupported", "two tokens with the same bytes");
      }
      return ranks;
    }
  }

  static final String V1_PATTERN =
      "'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

  /** For each version a letter that it was the first to have. */
  private static final Object[][] NEW_LETTERS = {
    {"14.0.0", 0x870}, {"15.0.0", 0x1123f}, {"15.1.0", 0x2ebf0},
    {"16.0.0", 0x1c89}, {"17.0.0", 0x88f}, {"18.0.0", 0x558},
  };

  private final String name;
  private final String version;
  private final Loader loader;
  private final Map<String, Tokenizer> handles = new HashMap<>();
  private Path bundle;

  private Protocol(String name, String version, Loader loader) {
    this.name = name;
    this.version = version;
    this.loader = loader;
  }

  static void serve(String name, String version, Loader loader) throws IOException {
    Protocol protocol = new Protocol(name, version, loader);
    PrintStream answers = new PrintStream(System.out, false, UTF_8);
    System.setOut(System.err); // what a library prints is no answer
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonObject request = JsonParser.parseString(line).getAsJsonObject();
      JsonObject answer = protocol.respond(request);
      answer.add("id", request.get("id"));
      answers.println(new Gson().toJson(answer));
      answers.flush();
      if (request.get("op").getAsString().equals("bye")) break;
    }
  }

  /** Calls answer, and turns what it throws into an answer. */
  private JsonObject respond(JsonObject request) {
    JsonObject response = new JsonObject();
    JsonObject error = new JsonObject();
    try {
      response.add("ok", answer(request));
    } catch (Refused refused) {
      error.addProperty("class", refused.name);
      error.addProperty("message", refused.getMessage());
    } catch (CharacterCodingException illFormed) {
      error.addProperty("class", "UnicodeDecodeError");
      error.addProperty("message", illFormed.toString());
    } catch (Exception | StackOverflowError | OutOfMemoryError other) {
      error.addProperty("class", "Internal");
      error.addProperty("message", other.toString());
    }
    if (error.size() > 0) response.add("error", error);
    return response;
  }

  private JsonObject answer(JsonObject request) throws IOException {
    JsonObject ok = new JsonObject();
    String op = request.get("op").getAsString();
    String handle = request.has("handle") ? request.get("handle").getAsString() : "";
    switch (op) {
      case "hello" -> {
        bundle = Path.of(request.get("bundle").getAsString());
        ok = hello();
      }
      case "load" -> {
        if (!request.has("path")) throw new Refused("Unsupported", "no built-in tables are judged");
        Path path = bundle.resolve(request.get("path").getAsString());
        handles.put(handle, loader.load(Artifact.read(path)));
      }
      case "encode" -> {
        byte[] bytes = HexFormat.of().parseHex(request.get("text_hex").getAsString());
        String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        ok.add("ids", new Gson().toJsonTree(handles.get(handle).encode(text)));
      }
      case "decode" -> {
        List<Integer> ids = new ArrayList<>();
        for (JsonElement id : request.getAsJsonArray("ids")) {
          ids.add(exactInt(id.getAsBigInteger()));
        }
        int[] array = ids.stream().mapToInt(Integer::intValue).toArray();
        byte[] text = handles.get(handle).decode(array);
        UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
        ok.addProperty("text_hex", HexFormat.of().formatHex(text));
      }
      case "reset" -> handles.clear();
      case "bye" -> {}
      default -> throw new Refused("Unsupported", op);
    }
    return ok;
  }

  private static int exactInt(BigInteger id) {
    if (id.bitLength() > 31) throw new Refused("KeyError", id + " is no int");
    return id.intValue();
  }

  private JsonObject hello() {
    return new Gson()
        .toJsonTree(Map.of("name", name, "version", version, "language", "java", "protocol", 1,
            "ops", List.of("decode", "encode", "load"), "caps", List.of(),
            "levels", List.of("L0", "L1"), "unicode", unicodeVersion()))
        .getAsJsonObject();
  }

  /** `a` and a letter after it are one chunk, in which a merge joins them. */
  private String unicodeVersion() {
    List<int[]> merges = new ArrayList<>();
    for (int lead = 0xc2; lead < 0xf5; lead++) merges.add(new int[] {97, lead});
    Tokenizer tokenizer = loader.load(Artifact.of(merges, V1_PATTERN, Map.of()));
    String answer = "13.0.0";
    for (Object[] entry : NEW_LETTERS) {
      String letter = Character.toString((int) entry[1]);
      if (tokenizer.encode("a" + letter).length > letter.getBytes(UTF_8).length) break;
      answer = (String) entry[0];
    }
    return answer;
  }
}
