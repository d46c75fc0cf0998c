/* What a user of the installed library writes first. Prints the library's version and A_3(16). */
#include <minip.h>
#include <stdio.h>

int main(void)
{
  fmpz *a = _fmpz_vec_init(17);
  minip_amplification(a, NULL, 3, 16);
  printf("%s ", minip_version());
  fmpz_print(a + 16);
  putchar('\n');
  _fmpz_vec_clear(a, 17);
  return 0;
}
