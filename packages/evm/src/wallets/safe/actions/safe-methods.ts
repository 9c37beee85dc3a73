/** The method by which the actions of this package read one transaction of the Safe. */
export const transactionMethod = 'latchkey_getSafeTransaction'
/** The method by which they list the transactions that the page has proposed. */
export const listMethod = 'latchkey_getSafeTransactions'
