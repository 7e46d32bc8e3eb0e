// Chooses the class by which transformers 5.24 opens a directory (chosen_class), and lists the
// seven supported classes that make their tokenizer of vocabulary and merges, each with its
// normalizer, splits, special tokens and template (find_made). The choice follows
// AutoTokenizer.from_pretrained step by step. Its tables are copied here: the class of each type of
// model, the names of other classes, the types whose own class is always taken, and those without a
// configuration.
//
//   model_type "qwen2"                                          Qwen2Tokenizer
//   tokenizer_class "LlamaTokenizer", and a tokenizer.json      TokenizersBackend
#include "interop/huggingface/tokenizer_class.hpp"

#include <algorithm>
#include <array>

#include "interop/huggingface/tokenizer_json.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::interop::transformers {
namespace {

struct ModelsOfClass {
  std::string_view name;
  std::string_view models;  // with spaces between them
};

// TOKENIZER_MAPPING_NAMES. The types with MistralCommonBackend are under TokenizersBackend, which
// is taken for a directory with a tokenizer.json.
constexpr auto models_of_classes = std::to_array<ModelsOfClass>({
    {"AlbertTokenizer", "albert yoso"},
    {"BartTokenizer", "florence2"},
    {"BarthezTokenizer", "barthez"},
    {"BartphoTokenizer", "bartpho"},
    {"BertGenerationTokenizer", "bert-generation"},
    {"BertJapaneseTokenizer", "bert-japanese"},
    {"BertTokenizer",
     "align bark bert blip bros chinese_clip convbert distilbert electra ernie flava git "
     "grounding-dino layoutlm megatron-bert mm-grounding-dino nezha nomic_bert qdqbert "
     "realm retribert squeezebert tvp vilt visual_bert"},
    {"BertweetTokenizer", "bertweet"},
    {"BigBirdTokenizer", "big_bird"},
    {"BioGptTokenizer", "biogpt"},
    {"BlenderbotSmallTokenizer", "blenderbot-small"},
    {"BlenderbotTokenizer", "blenderbot"},
    {"ByT5Tokenizer", "byt5"},
    {"CLIPTokenizer",
     "aimv2 clip clipseg groupvit omdet-turbo oneformer owlv2 owlvit sam3 sam3_video xclip"},
    {"CTRLTokenizer", "ctrl"},
    {"CamembertTokenizer", "camembert"},
    {"CanineTokenizer", "canine"},
    {"ClvpTokenizer", "clvp"},
    {"CodeLlamaTokenizer", "code_llama"},
    {"CohereTokenizer", "aya_vision cohere cohere2"},
    {"CpmAntTokenizer", "cpmant"},
    {"CpmTokenizer", "cpm"},
    {"DPRQuestionEncoderTokenizer", "dpr"},
    {"DebertaTokenizer", "deberta"},
    {"DebertaV2Tokenizer", "deberta-v2"},
    {"DiaTokenizer", "dia"},
    {"EsmTokenizer", "esm"},
    {"EsmcTokenizer", "esmc esmfold2"},
    {"FNetTokenizer", "fnet"},
    {"FSMTTokenizer", "fsmt"},
    {"FastSpeech2ConformerTokenizer", "fastspeech2_conformer"},
    {"FlaubertTokenizer", "flaubert"},
    {"FunnelTokenizer", "funnel"},
    {"GPT2Tokenizer",
     "blip-2 codegen dbrx emu3 gpt2 gpt_neo gptj hyperclovax_vision_v2 instructblip "
     "instructblipvideo jais2 opt phi starcoder2"},
    {"GPTNeoXJapaneseTokenizer", "gpt_neox_japanese"},
    {"GPTNeoXTokenizer", "falcon_mamba gpt_neox mamba mamba2 mpt olmo olmoe rwkv xlstm"},
    {"GPTSw3Tokenizer", "gpt-sw3"},
    {"GemmaTokenizer",
     "diffusion_gemma gemma gemma2 gemma3 gemma3_text gemma3n gemma3n_text recurrent_gemma "
     "shieldgemma2 t5gemma zaya"},
    {"HerbertTokenizer", "herbert"},
    {"LEDTokenizer", "led"},
    {"LasrTokenizer", "lasr_ctc lasr_encoder"},
    {"LayoutLMv2Tokenizer", "layoutlmv2"},
    {"LayoutLMv3Tokenizer", "layoutlmv3"},
    {"LayoutXLMTokenizer", "layoutxlm"},
    {"LlamaTokenizer", "idefics idefics2"},
    {"LukeTokenizer", "luke"},
    {"LxmertTokenizer", "lxmert"},
    {"M2M100Tokenizer", "m2m_100"},
    {"MBart50Tokenizer", "mbart50"},
    {"MBartTokenizer", "mbart"},
    {"MLukeTokenizer", "mluke"},
    {"MPNetTokenizer", "mpnet"},
    {"MarianTokenizer", "marian"},
    {"MarkupLMTokenizer", "markuplm"},
    {"MgpstrTokenizer", "mgp-str"},
    {"MobileBertTokenizer", "mobilebert"},
    {"MvpTokenizer", "mvp"},
    {"MyT5Tokenizer", "myt5"},
    {"NllbTokenizer", "nllb nllb-moe"},
    {"NougatTokenizer", "nougat pp_formulanet"},
    {"OpenAIGPTTokenizer", "openai-gpt"},
    {"PLBartTokenizer", "plbart"},
    {"ParakeetTokenizer",
     "granite_speech5_ctc nemotron3_5_asr nemotron_asr_streaming omniasr_ctc parakeet_ctc "
     "parakeet_rnnt parakeet_tdt"},
    {"PegasusTokenizer", "pegasus"},
    {"PerceiverTokenizer", "perceiver"},
    {"PhobertTokenizer", "phobert"},
    {"ProphetNetTokenizer", "prophetnet"},
    {"Qwen2Tokenizer",
     "audioflamingo3 colqwen2 cosmos3_omni dots3_note fun_asr_nano hunyuan_vl internvl "
     "moss_transcribe_diarize ovis2 qianfan_ocr qwen2 qwen2_5_omni qwen2_5_vl qwen2_audio "
     "qwen2_moe qwen2_vl qwen3 qwen3_asr qwen3_moe qwen3_next qwen3_omni_moe qwen3_vl "
     "qwen3_vl_moe"},
    {"Qwen2TokenizerFast", "lighton_ocr vibevoice"},
    {"Qwen3_5Tokenizer", "qwen3_5 qwen3_5_moe qwen3_5_moe_text qwen3_5_text qwen4_exp"},
    {"RagTokenizer", "rag"},
    {"ReformerTokenizer", "reformer"},
    {"RemBertTokenizer", "rembert"},
    {"RoCBertTokenizer", "roc_bert"},
    {"RoFormerTokenizer", "roformer"},
    {"RobertaTokenizer",
     "bart bridgetower clap data2vec-text ibert lilt longformer mega mra roberta "
     "roberta-prelayernorm"},
    {"SeamlessM4TTokenizer", "seamless_m4t seamless_m4t_v2"},
    {"Siglip2Tokenizer", "siglip2"},
    {"SiglipTokenizer", "siglip"},
    {"Speech2TextTokenizer", "speech_to_text"},
    {"SpeechT5Tokenizer", "speecht5"},
    {"SplinterTokenizer", "splinter"},
    {"T5Tokenizer", "mt5 musicgen musicgen_melody switch_transformers t5"},
    {"TapasTokenizer", "tapas"},
    {"Tipsv2Tokenizer", "tipsv2"},
    {"TokenizersBackend",
     "EvollaModel arctic aria beam bigbird_pegasus camembertv2-base canary chatlm "
     "cohere_asr ernie4_5 ernie4_5_moe flex_olmo fuyu glm glm4 glm4_moe glm4_moe_lite "
     "glm4v glm4v_moe glm_image glmasr got_ocr2 gpt_bigcode gradium_phonon_tts granite "
     "granitemoe granitemoehybrid granitemoeshared h2ovl_chat hyperclovax hyperclovax_vlm "
     "internlm2 internlm3 iquestcoder jamba kimi_k25 kimi_linear kosmos-2 llava llava_next "
     "mimo_v2_flash minicpm3 minicpm_ocr minicpmv minicpmv4_6 minicpmv4_7 minimax_m2 "
     "ministral ministral3 mistral mistral3 mistral_large4 mixtral modernbert "
     "modernbert-decoder molmo molmo2 nemo_speechlm nemotron nvfp4 nystromformer olmo2 "
     "olmo3 olmo_hybrid omniasr opencua openvla paddleocr_vl pegasus_x persimmon phi3 "
     "phi3_v phimoe pix2struct pixtral pocket_tts smolvlm stablelm step3_vl umt5 vipllava "
     "voxtral voxtral_realtime xlm-roberta-xl"},
    {"UdopTokenizer", "udop"},
    {"VideoPrismTokenizer", "videoprism"},
    {"VitsTokenizer", "vits"},
    {"Wav2Vec2CTCTokenizer",
     "data2vec-audio hubert unispeech unispeech-sat wav2vec2 wav2vec2-bert "
     "wav2vec2-conformer"},
    {"Wav2Vec2PhonemeCTCTokenizer", "wav2vec2_phoneme"},
    {"WhisperTokenizer", "whisper"},
    {"XGLMTokenizer", "xglm"},
    {"XLMRobertaTokenizer", "gte jina_embeddings_v3 metaclip_2 trocr xlm-roberta xmod"},
    {"XLMTokenizer", "xlm"},
    {"XLNetTokenizer", "xlnet"},
});

// Classes that are the default of no type of model.
constexpr std::string_view other_classes =
    "AutoTokenizer BartTokenizerFast BasicTokenizer BertTokenizerLegacy "
    "CharacterTokenizer CodeGenTokenizer CodeLlamaTokenizerFast ConvBertTokenizer "
    "CpmTokenizerFast DPRContextEncoderTokenizer DPRContextEncoderTokenizerFast "
    "DPRQuestionEncoderTokenizerFast DPRReaderTokenizer DPRReaderTokenizerFast "
    "DistilBertTokenizer DistilBertTokenizerFast FNetTokenizerFast "
    "LayoutLMv3TokenizerFast LlamaTokenizerFast MarkupLMTokenizerFast MecabTokenizer "
    "MistralCommonBackend MobileBertTokenizerFast Pop2PianoTokenizer PreTrainedTokenizer "
    "PreTrainedTokenizerBase PreTrainedTokenizerFast RoFormerTokenizerFast "
    "RobertaTokenizerFast SqueezeBertTokenizer SqueezeBertTokenizerFast "
    "WordpieceTokenizer";

// MODELS_WITH_INCORRECT_HUB_TOKENIZER_CLASS: the class that a directory names is not taken.
constexpr std::string_view models_of_own_class =
    "arctic camembertv2-base chatlm cohere_asr ernie4_5 ernie4_5_moe fuyu h2ovl_chat "
    "hyperclovax hyperclovax_vision_v2 hyperclovax_vlm internlm2 internlm3 iquestcoder "
    "jamba llava llava_next minicpm3 minicpmv minimax_m2 modernbert modernbert-decoder "
    "molmo molmo2 nemotron nvfp4 opencua openvla paddleocr_vl phi3 phi3_v phimoe qwen2 "
    "qwen3_5 qwen3_5_moe qwen3_5_moe_text qwen4_exp siglip2 smolvlm step3_vl vipllava";

// Types of models without a configuration of their own. Their class counts only if another one is
// named.
constexpr std::string_view models_without_config =
    "barthez bartpho bert-japanese bertweet byt5 code_llama cpm herbert mbart50 mega mluke myt5 "
    "nezha nllb phobert qdqbert realm retribert wav2vec2_phoneme";

// Whether a text is among words with single spaces between them.
bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

std::string_view without_fast(std::string_view name) {
  return name.ends_with("Fast") ? name.substr(0, name.size() - 4) : name;
}

// The class of a name, or nullopt if transformers does not know the name.
std::optional<std::string_view> find_class(std::string_view name) {
  constexpr auto generic = std::to_array<std::string_view>(
      {generic_class, "PythonBackend", "PreTrainedTokenizer", "BloomTokenizer"});
  constexpr auto like_roberta =
      std::to_array<std::string_view>({"BartTokenizer", "LEDTokenizer", "MvpTokenizer"});
  name = without_fast(name);
  if (std::ranges::find(generic, name) != generic.end()) return generic_class;
  if (std::ranges::find(like_roberta, name) != like_roberta.end()) return "RobertaTokenizer";
  const auto* const found = std::ranges::find(models_of_classes, name, &ModelsOfClass::name);
  if (found != models_of_classes.end() || has_word(other_classes, name)) return name;
  return std::nullopt;
}

std::optional<std::string_view> class_of_model(std::string_view type) {
  if (type.empty()) return std::nullopt;
  const auto* const found = std::ranges::find_if(
      models_of_classes, [&](const ModelsOfClass& each) { return has_word(each.models, type); });
  return found == models_of_classes.end() ? std::nullopt : std::optional(found->name);
}

}  // namespace

std::string chosen_class(const StatedClasses& stated) {
  const std::string& first = stated.in_tokenizer_config.value_or("");
  const std::string& named = first.empty() ? stated.in_config : first;
  const auto of_model = class_of_model(stated.model_type);
  const bool has_own_class = has_word(models_of_own_class, stated.model_type) ||
                             has_word(models_of_own_class, stated.model_name);
  if (without_fast(named) == "LlamaTokenizer" && !has_own_class && stated.has_tokenizer_json) {
    return std::string(generic_class);
  }
  // The type of the model has a class, and the directory names another one.
  if (!named.empty() && of_model && without_fast(*of_model) != without_fast(named)) {
    if (*of_model == generic_class) return std::string(generic_class);
    return std::string(
        find_class(has_own_class ? *of_model : std::string_view(named)).value_or(generic_class));
  }
  if (stated.in_tokenizer_config) return std::string(find_class(first).value_or(generic_class));
  // Here transformers fails if it does not know the name.
  if (!stated.in_config.empty()) {
    return std::string(find_class(stated.in_config).value_or(stated.in_config));
  }
  if (!of_model || has_word(models_without_config, stated.model_type)) {
    return std::string(generic_class);
  }
  return std::string(find_class(*of_model).value_or(*of_model));
}

const MadeTokenizer* find_made(std::string_view name) {
  using Again = MadeTokenizer::Again;
  using Ends = MadeTokenizer::Ends;
  using profiles::words_numbers_signs;
  constexpr auto dialect = Dialect::huggingface;
  constexpr std::string_view end = "<|endoftext|>";
  static const std::vector<Split> byte_level =
      profiles::isolated(dialect, {std::string(huggingface::byte_level_pattern)});
  static const std::vector<Split> digits_first = [] {
    std::vector<Split> splits = profiles::isolated(dialect, {R"(\p{N})"});
    splits.front().pattern.version = unicode::Version::v17_0;  // the step Digits (S50d)
    splits.insert(splits.end(), byte_level.begin(), byte_level.end());
    return splits;
  }();
  static const auto all = std::to_array<MadeTokenizer>({
      {"GPT2Tokenizer",
       Normalizer::none,
       byte_level,
       {{"unk_token", end}, {"bos_token", end}, {"eos_token", end}}},
      {"CodeGenTokenizer",
       Normalizer::none,
       byte_level,
       {{"unk_token", end}, {"bos_token", end}, {"eos_token", end}}},
      {"Qwen2Tokenizer",
       Normalizer::nfc_9_0,
       profiles::isolated(dialect,
                          {words_numbers_signs(R"(\p{L})", R"(\p{N})", R"(\s\p{L}\p{N})")}),
       {{"unk_token", end}, {"eos_token", end}, {"pad_token", end}},
       Again::as_text},
      {"Qwen3_5Tokenizer",
       Normalizer::nfc_9_0,
       profiles::isolated(
           dialect, {words_numbers_signs(R"([\p{L}\p{M}])", R"(\p{N})", R"(\s\p{L}\p{M}\p{N})")}),
       {{"unk_token", end}, {"eos_token", end}, {"pad_token", end}},
       Again::none,
       Ends::of_file,
       false},
      {"GPTNeoXTokenizer",
       Normalizer::nfc_9_0,
       byte_level,
       {{"unk_token", end}, {"bos_token", end}, {"eos_token", end}, {"pad_token", "<|padding|>"}},
       Again::none,
       Ends::of_flags},
      {"CohereTokenizer",
       Normalizer::nfc_9_0,
       digits_first,
       {{"unk_token", "<UNK>"},
        {"bos_token", "<BOS_TOKEN>"},
        {"eos_token", "<|END_OF_TURN_TOKEN|>"},
        {"pad_token", "<PAD>"},
        {"cls_token", "<CLS>"},
        {"sep_token", "<SEP>"},
        {"mask_token", "<MASK_TOKEN>"}},
       Again::as_stated},
      {"RobertaTokenizer",
       Normalizer::none,
       byte_level,
       {{"bos_token", "<s>"},
        {"eos_token", "</s>"},
        {"sep_token", "</s>"},
        {"cls_token", "<s>"},
        {"unk_token", "<unk>"},
        {"pad_token", "<pad>"},
        {"mask_token", "<mask>"}},
       Again::none,
       Ends::of_roberta},
  });
  const auto* const found = std::ranges::find(all, name, &MadeTokenizer::name);
  return found == all.end() ? nullptr : found;
}

}  // namespace bpetite::interop::transformers
