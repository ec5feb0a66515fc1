// Asks llama.cpp what evalrun is asked, token ids in and numbers out, so that neither templates nor
// tokenizers come between the two.
//
//   llama_peer MODEL THREADS greedy COUNT [STEP]   each line of ids: COUNT ids it goes on with, greedily, and
//                                                  by how much each one's logit leads the next
//   llama_peer MODEL THREADS score [STEP]          each line of ids: ln P of every id but the first
//   llama_peer MODEL THREADS load                  loads the model and ends
//
// STEP ids are read at once, 256 unless it is said.
// One line of JSON for each line read.

#include <cmath>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "llama.h"

namespace {

struct Peer {
  llama_model *model;
  llama_context *context;
  int vocabulary;

  Peer(const char *path, int threads) {
    llama_log_set([](ggml_log_level, const char *, void *) {}, nullptr);
    llama_backend_init();
    model = llama_model_load_from_file(path, llama_model_default_params());
    if (!model) throw std::runtime_error("the model cannot be loaded");
    llama_context_params params = llama_context_default_params();
    params.n_ctx = 8192;
    params.n_batch = 2048;
    params.n_threads = params.n_threads_batch = threads;
    // Its fused attention adds up in half floats on processors.
    params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
    context = llama_init_from_model(model, params);
    if (!context) throw std::runtime_error("no context can be made");
    vocabulary = llama_vocab_n_tokens(llama_model_get_vocab(model));
  }

  void clear() { llama_memory_clear(llama_get_memory(context), true); }

  // Reads tokens after those held; logits of all of them, or of the last.
  void read(const std::vector<llama_token> &tokens, int position, bool all) {
    llama_batch batch = llama_batch_init((int)tokens.size(), 0, 1);
    batch.n_tokens = (int)tokens.size();
    for (int i = 0; i < batch.n_tokens; i++) {
      batch.token[i] = tokens[i];
      batch.pos[i] = position + i;
      batch.n_seq_id[i] = 1;
      batch.seq_id[i][0] = 0;
      batch.logits[i] = all || i + 1 == batch.n_tokens;
    }
    int failure = llama_decode(context, batch);
    llama_batch_free(batch);
    if (failure) throw std::runtime_error("decoding failed");
  }
};

void greedy(Peer &peer, const std::vector<llama_token> &prompt, int count, size_t step) {
  peer.clear();
  for (size_t start = 0; start < prompt.size(); start += step) {
    size_t end = std::min(prompt.size(), start + step);
    peer.read({prompt.begin() + start, prompt.begin() + end}, (int)start, false);
  }
  std::ostringstream ids, gaps;
  for (int i = 0; i < count; i++) {
    const float *logits = llama_get_logits_ith(peer.context, -1);
    int best = 0;
    for (int t = 1; t < peer.vocabulary; t++) {
      if (logits[t] > logits[best]) best = t;
    }
    float next = -INFINITY;
    for (int t = 0; t < peer.vocabulary; t++) {
      if (t != best && logits[t] > next) next = logits[t];
    }
    ids << (i ? "," : "") << best;
    gaps << (i ? "," : "") << logits[best] - next;
    peer.read({best}, (int)prompt.size() + i, false);
  }
  std::cout << "{\"ids\":[" << ids.str() << "],\"gaps\":[" << gaps.str() << "]}" << std::endl;
}

void score(Peer &peer, const std::vector<llama_token> &text, size_t step) {
  peer.clear();
  std::cout << "[";
  for (size_t start = 0; start < text.size(); start += step) {
    size_t end = std::min(text.size(), start + step);
    peer.read({text.begin() + start, text.begin() + end}, (int)start, true);
    for (size_t i = start; i < end && i + 1 < text.size(); i++) {
      const float *logits = llama_get_logits_ith(peer.context, (int)(i - start));
      float most = logits[0];
      for (int t = 1; t < peer.vocabulary; t++) most = std::max(most, logits[t]);
      double sum = 0;
      for (int t = 0; t < peer.vocabulary; t++) sum += std::exp((double)logits[t] - most);
      std::cout << (i ? "," : "") << (double)logits[text[i + 1]] - most - std::log(sum);
    }
  }
  std::cout << "]" << std::endl;
}

}  // namespace

int main(int count, char **arguments) {
  if (count < 4) {
    std::cerr << "usage: llama_peer MODEL THREADS greedy COUNT [STEP] | score [STEP] | load" << std::endl;
    return 64;
  }
  std::cout.precision(9);
  try {
    Peer peer(arguments[1], std::stoi(arguments[2]));
    if (std::string(arguments[3]) == "load") return 0;
    std::string line;
    while (std::getline(std::cin, line)) {
      std::istringstream words(line);
      std::vector<llama_token> tokens;
      for (llama_token token; words >> token;) tokens.push_back(token);
      if (std::string(arguments[3]) == "greedy") {
        greedy(peer, tokens, count > 4 ? std::stoi(arguments[4]) : 32, count > 5 ? std::stoul(arguments[5]) : 256);
      } else {
        score(peer, tokens, count > 4 ? std::stoul(arguments[4]) : 256);
      }
    }
  } catch (const std::exception &error) {
    std::cerr << "llama_peer: " << error.what() << std::endl;
    return 1;
  }
  return 0;
}
