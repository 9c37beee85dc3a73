/** Whether a part of a query's key says that it reads balances. */
export function isBalanceKey(part: unknown): boolean {
  return part === 'balances' || part === 'native-balance' || part === 'portfolio'
}
