import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.gson.Gson;
import com.google.gson.annotations.SerializedName;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * jtokkit, which has the ranks in it, and the vectors of cl100k: mvn test
 *
 * <p>VECTORS names other vectors than those beside this folder.
 */
class ModelTest {
  record Vector(String id, String text, int[] ids, String special, String tests, List<String> tells) {}

  record Repeated<Part>(Part part, int times) {
    Stream<Part> expanded() {
      return Stream.generate(this::part).limit(times);
    }
  }

  record LongVector(
      String id, List<Repeated<String>> text, List<Repeated<int[]>> ids, String special, String tests) {
    Vector expanded() {
      String whole = text.stream().flatMap(Repeated::expanded).collect(Collectors.joining());
      int[] all = ids.stream().flatMap(Repeated::expanded).flatMapToInt(IntStream::of).toArray();
      return new Vector(id, whole, all, special, tests, List.of());
    }
  }

  record Model(
      List<Vector> vectors, @SerializedName("long_vectors") List<LongVector> longVectors) {
    Stream<Vector> all() {
      return Stream.concat(vectors.stream(), longVectors.stream().map(LongVector::expanded));
    }
  }

  static final Encoding ENCODING =
      Encodings.newDefaultEncodingRegistry().getEncoding(EncodingType.CL100K_BASE);

  static Stream<Vector> vectors() throws IOException {
    String path = System.getenv().getOrDefault("VECTORS", "../cl100k.json");
    return new Gson().fromJson(Files.readString(Path.of(path)), Model.class).all();
  }

  @ParameterizedTest
  @MethodSource
  void vectors(Vector vector) {
    assumeFalse("found".equals(vector.special()), "jtokkit refuses special tokens in a text");
    assumeFalse(vector.tells().contains("unicode-13"), "Java 17 has Unicode 13");
    int[] ids = ENCODING.encodeOrdinary(vector.text()).toArray();
    assertArrayEquals(vector.ids(), ids, vector.tests());
  }
}
