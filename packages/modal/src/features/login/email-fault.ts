/**
 * Why a text is no email address, or undefined. The check is rough, because the vault checks the
 * address fully.
 */
export function emailFault(email: string): 'missing' | 'invalid' | undefined {
  if (email === '') return 'missing'
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(email) ? undefined : 'invalid'
}
