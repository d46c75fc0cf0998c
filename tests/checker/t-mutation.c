/* Systematic mutation of a certificate of every kind and argument.

   As the file stands, the digest rejects any changed byte. The harder half: the digest is made right again after the change. Then the checker
   must reject, or what it verified must still be true, which another program decides: the library re-derives the mutated statement. */
#include "rederive.h"
#include "samples.h"
#include <jansson.h>

static int accepted(const char *text, size_t size)
{
  char message[1024];
  int verdict = ck_check(message, sizeof message, text, size, NULL);
  assert_true(verdict == CK_VERIFIED || verdict == CK_REJECTED || verdict == CK_UNREADABLE);
  return verdict == CK_VERIFIED;
}

/* --- mutations ------------------------------------------------------------------------------------------------------------------- */

static size_t survivors, tried;

/* The changed text with a right digest: rejected, or still true. */
static void expect_sound(char **text, const char *original, const char *what, size_t place)
{
  tried++;
  reseal(text);
  if (!accepted(*text, strlen(*text)))
    return;
  survivors++;
  if (!still_true(*text, original))
    fail_msg("%s at %zu: accepted, but not shown true:\n%.3000s", what, place, *text);
}

static void bytes_of(const char *original)
{
  static const char values[] = "019-/\"a {,";
  size_t n = strlen(original);
  char *text = strdup(original);
  for (size_t i = 0; i < n; i++) {
    for (const char *v = values; *v; v++) {
      if (*v == original[i])
        continue;
      text[i] = *v;
      if (accepted(text, n)) /* the digest is stale: any byte matters */
        fail_msg("byte %zu: a changed file was accepted", i);
      char *sealed = strdup(text);
      expect_sound(&sealed, original, "byte", i);
      free(sealed);
    }
    text[i] = original[i];
  }
  free(text);
}

static void test_bytes(void **state)
{
  (void)state;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i);
    survivors = tried = 0;
    bytes_of(text);
    printf("# %s: %zu changes, %zu accepted and re-derived\n", samples[i].name, tried, survivors);
    free(text);
  }
}

/* Truncation, trailing data, a byte-order mark, bytes that are not UTF-8, deep nesting: never accepted, sealed or not. */
static void test_text(void **state)
{
  (void)state;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i);
    size_t n = strlen(text);
    for (size_t cut = 0; cut < n; cut++)
      assert_false(accepted(text, cut));
    char *more[] = {replace_all(text, "\n}\n", "\n}\n\n"), replace_all(text, "\n}\n", "\n}\n{}"), replace_all(text, "{\n\"format\"", "\xef\xbb\xbf{\n\"format\""),
                    replace_all(text, "\"name\": \"", "\"name\": \"\xff"), replace_all(text, "\"name\": \"", "\"name\": \"\\u0000"),
                    replace_all(text, "\"claim\": {", "\"claim\": [[[[[[[[[[[[{"), replace_all(text, "\"version\": \"1\"", "\"version\": 1"),
                    replace_all(text, "\"version\": \"1\"", "\"version\": \"2\""), replace_all(text, "minip-cert", "Minip-cert")};
    for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
      assert_string_not_equal(more[k], text);
      reseal(&more[k]);
      if (accepted(more[k], strlen(more[k])))
        fail_msg("%s: change %zu of the text was accepted", samples[i].name, k);
      free(more[k]);
    }
    free(text);
  }
}

/* Bring a changed document back into the format's text. */
static char *seal_json(const json_t *root)
{
  char *flat = json_dumps(root, JSON_COMPACT), *tail = flat ? strstr(flat, "\"digest\":\"") : NULL, *text;
  if (!tail) {
    free(flat);
    return NULL; /* the digest itself was dropped or moved; test_text and the frame cover that */
  }
  assert_true(asprintf(&text, "%.*s\"digest\": \"%064d\"\n}\n", (int)(tail - flat), flat, 0) > 0);
  reseal(&text);
  free(flat);
  return text;
}

static void expect_rejected(const json_t *root, const char *what, const char *key)
{
  char *text = seal_json(root);
  if (text && accepted(text, strlen(text)))
    fail_msg("%s of key %s was accepted:\n%.3000s", what, key, text);
  tried += text != NULL;
  free(text);
}

/* The members of obj in another order, or one of them left out or renamed: obj is rebuilt. */
static void rebuild(json_t *obj, const json_t *model, size_t skip, size_t swap, const char *rename)
{
  const char *keys[16];
  size_t n = 0, i;
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)(uintptr_t)model, key, value) keys[n++] = key;
  json_object_clear(obj);
  for (i = 0; i < n; i++) {
    size_t k = swap < n ? (i == swap ? swap + 1 : i == swap + 1 ? swap : i) : i;
    if (k == skip && !rename)
      continue;
    json_object_set(obj, k == skip ? rename : keys[k], json_object_get(model, keys[k]));
  }
}

static void mutate_objects(json_t *root, json_t *value)
{
  const char *key;
  json_t *member;
  size_t i;
  if (json_is_array(value) && json_array_size(value) > 0)
    mutate_objects(root, json_array_get(value, 0));
  if (!json_is_object(value))
    return;
  json_t *model = json_copy(value);
  size_t n = json_object_size(model), none = 1000;
  i = 0;
  json_object_foreach(model, key, member) {
    rebuild(value, model, i, none, NULL);
    expect_rejected(root, "dropping", key);
    rebuild(value, model, i, none, "unknown");
    expect_rejected(root, "renaming", key);
    if (i + 1 < n) {
      rebuild(value, model, none, i, NULL);
      expect_rejected(root, "moving", key);
    }
    i++;
  }
  rebuild(value, model, none, none, NULL);
  json_object_set_new(value, "extra", json_string("1"));
  if (value != root)
    expect_rejected(root, "adding", "extra");
  rebuild(value, model, none, none, NULL);
  json_object_foreach(model, key, member) mutate_objects(root, member);
  json_decref(model);
}

static void test_keys(void **state)
{
  (void)state;
  tried = 0;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i);
    json_t *root = json_loads(text, 0, NULL);
    char *same = seal_json(root);
    assert_true(accepted(same, strlen(same))); /* so that a rejection below has the mutation as its only cause */
    mutate_objects(root, root);
    free(same), free(text);
    json_decref(root);
  }
  assert_true(tried > 500);
}

/* The length of the member `"key": "value"` that starts here, 0 when none does. */
static size_t member_length(const char *s)
{
  size_t key = *s == '"' ? strcspn(s + 1, "\"") + 2 : 0;
  if (key == 0 || strlen(s) <= key || strncmp(s + key, ": \"", 3) != 0) /* a closing quote may be the text's last one */
    return 0;
  return key + 3 + strcspn(s + key + 3, "\"") + 1;
}

/* Every member `"key": "value"`, however deep, written twice in the text itself. */
static void test_doubled(void **state)
{
  (void)state;
  tried = 0;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i), *doubled;
    for (const char *p = text; *p; p++) {
      size_t n = member_length(p);
      if (n == 0)
        continue;
      assert_true(asprintf(&doubled, "%.*s%.*s, %s", (int)(p - text), text, (int)n, p, p) > 0);
      reseal(&doubled);
      if (accepted(doubled, strlen(doubled)))
        fail_msg("%s: %.*s twice was accepted", samples[i].name, (int)n, p);
      free(doubled);
      tried++;
    }
    free(text);
  }
  assert_true(tried > 12 * sample_count);
}

/* Elements of lists dropped, doubled or exchanged. */
static void mutate_lists(json_t *root, json_t *value, const char *original)
{
  const char *key;
  json_t *member;
  if (json_is_object(value))
    json_object_foreach(value, key, member) mutate_lists(root, member, original);
  if (!json_is_array(value))
    return;
  json_t *model = json_copy(value);
  for (size_t i = 0; i < json_array_size(model); i++)
    for (int how = 0; how < 3; how++) {
      if (how == 0)
        json_array_remove(value, i);
      else if (how == 1)
        json_array_insert(value, i, json_array_get(model, i));
      else {
        json_array_set(value, i, json_array_get(model, (i + 1) % json_array_size(model)));
        json_array_set(value, (i + 1) % json_array_size(model), json_array_get(model, i));
      }
      char *text = seal_json(root);
      expect_sound(&text, original, "list element", i);
      free(text);
      json_array_clear(value);
      json_array_extend(value, model);
    }
  json_decref(model);
  for (size_t i = 0; i < json_array_size(value); i++)
    mutate_lists(root, json_array_get(value, i), original);
}

/* Every number in every other spelling of the same value. */
static void respell(json_t *root, json_t *value)
{
  const char *key, *formats[] = {"+%s", "0%s", " %s", "%s ", "%s.0", "%s/1", "%se0", "-%s", "2%s/2"};
  json_t *member;
  size_t i;
  if (json_is_object(value))
    json_object_foreach(value, key, member) respell(root, member);
  if (json_is_array(value))
    json_array_foreach(value, i, member) respell(root, member);
  char *s = json_is_string(value) ? strdup(json_string_value(value)) : NULL, *other;
  if (s && *s && strspn(s, "-0123456789/") == strlen(s) && strlen(s) < 24)
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      assert_true(asprintf(&other, formats[i], s) > 0);
#pragma GCC diagnostic pop
      json_string_set(value, other);
      int changes_value = i >= 7 && strcmp(s, "0") != 0; /* then the byte test's rule applies, not this one */
      if (!changes_value)
        expect_rejected(root, "respelling", other);
      free(other);
      json_string_set(value, s);
    }
  free(s);
}

static void test_lists_and_numbers(void **state)
{
  (void)state;
  tried = survivors = 0;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i);
    json_t *root = json_loads(text, 0, NULL);
    mutate_lists(root, root, text);
    respell(root, json_object_get(root, "claim"));
    respell(root, json_object_get(root, "evidence"));
    json_decref(root);
    free(text);
  }
  printf("# %zu changes, %zu accepted and re-derived\n", tried, survivors);
  assert_true(tried > 1000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bytes), cmocka_unit_test(test_text), cmocka_unit_test(test_keys), cmocka_unit_test(test_doubled),
                                     cmocka_unit_test(test_lists_and_numbers)};
  return cmocka_run_group_tests_name("checker-mutation", tests, NULL, NULL);
}
