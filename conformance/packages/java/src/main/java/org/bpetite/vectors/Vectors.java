package org.bpetite.vectors;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Texts and ids of well-known byte-level BPE tokenizers.
 *
 * <pre>String json = Vectors.model("cl100k");</pre>
 */
public final class Vectors {
  private Vectors() {}

  /** The names of all models: "cl100k", ... */
  public static List<String> names() {
    return List.of(read("names.txt").split("\n"));
  }

  /**
   * The text of the JSON file of a model.
   *
   * @throws NoSuchElementException if there is none of this name
   */
  public static String model(String name) {
    if (!names().contains(name)) {
      throw new NoSuchElementException("there is no model " + name);
    }
    return read(name + ".json");
  }

  private static String read(String name) {
    try (InputStream stream = Vectors.class.getResourceAsStream("models/" + name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
