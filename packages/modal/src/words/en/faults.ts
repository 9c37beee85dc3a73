/** Texts that are shown beside a field whose amount or receiver is wrong or missing. */
export const faultWords = {
  tokenMissing: 'Choose a token',
  amountMissing: 'Enter an amount',
  amountNoNumber: 'Enter a number',
  amountNegative: 'Enter an amount above zero',
  amountInvalid: (decimals: number): string =>
    decimals === 0
      ? 'Enter a whole number'
      : `Enter a number with at most ${decimals} decimal places`,
  noPrice: (symbol: string): string =>
    `The price of ${symbol} is not known just now. Enter the amount in ${symbol}.`,
  notEnough: (symbol: string): string => `Not enough ${symbol}`,
  notEnoughForFee: (symbol: string): string => `Not enough ${symbol} for the network fee`,
  recipientMissing: 'Enter an address',
  recipientInvalid: 'Not a valid address',
  recipientMisspelt: 'Not a valid address: a character of it is wrong. Copy it again.',
  otherChain: 'This address belongs to another network',
  unknownName: 'Nobody owns this name',
  lookupFailed: 'The name could not be looked up. Try again, or enter the address.',
}
