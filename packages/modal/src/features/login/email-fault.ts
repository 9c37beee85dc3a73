/**
 * Why a text is no address, or undefined: as little as a page can know; the vault says the rest.
 */
export function emailFault(email: string): 'missing' | 'invalid' | undefined {
  if (email === '') return 'missing'
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(email) ? undefined : 'invalid'
}
