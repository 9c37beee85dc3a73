/** Private method by which `getSafeTransaction` asks the Safe's connector for one transaction. */
export const transactionMethod = 'latchkey_getSafeTransaction'
/**
 * Private method by which `listSafeTransactions` asks the Safe's connector for the transactions
 * that the page has proposed.
 */
export const listMethod = 'latchkey_getSafeTransactions'
