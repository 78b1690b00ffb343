/**
 * Functions that code in the repl finds. `llm_query` and its kin ask a model on the Hugging Face Hub with the deployment's
 * token (secret HF_TOKEN), if the box may reach it (`box.allow`); otherwise they return upstream's "Error: …" text. A recursive query is a plain one,
 * as it is upstream at the default depth of 1.
 */
export const REPL_PRELUDE = `
from concurrent.futures import ThreadPoolExecutor


def final(value):
    return f"FINAL({value})"


def final_var(name):
    clean = str(name).strip().strip("\\"'")
    value = interpreter.get(clean)
    return f"FINAL_VAR({clean})" if value is None else f"FINAL({value})"


def show_vars():
    return interpreter.names()


def query(prompt, model=None):
    try:
        from huggingface_hub import InferenceClient

        client = InferenceClient(model=model or MODEL, token=TOKEN, timeout=100)
        reply = client.chat.completions.create(messages=[{"role": "user", "content": prompt}], max_tokens=2048, temperature=0.6, top_p=0.95)
        return reply.choices[0].message.content or ""
    except Exception as error:
        return f"Error: {error}"


def query_batched(prompts, model=None):
    if not prompts:
        return []
    with ThreadPoolExecutor(min(len(prompts), 8)) as pool:
        return list(pool.map(lambda prompt: query(prompt, model), prompts))


TOOLS = {
    "llm_query": query,
    "llm_query_batched": query_batched,
    "llm_batch": query_batched,
    "rlm_query": query,
    "rlm_query_batched": query_batched,
    "FINAL": final,
    "FINAL_VAR": final_var,
    "SHOW_VARS": show_vars,
}
`
