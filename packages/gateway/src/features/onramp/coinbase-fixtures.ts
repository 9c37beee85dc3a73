/**
 * Example answers of Coinbase's API. Except where noted, they are those of its public
 * documentation, read from a public copy (repositories `Must-be-Ash/baselinks-page` and
 * `Must-be-Ash/cli-wallet`, folder `onramp`).
 */

/**
 * Example of the answer that lists what can be bought, from the page "Countries & Currencies"
 * (docs.cdp.coinbase.com/onramp/coinbase-hosted-onramp/countries-&-currencies).
 */
export const optionsAnswer = {
  data: {
    payment_currencies: [
      {
        id: 'USD',
        payment_method_limits: [
          { id: 'card', min: '10.00', max: '7500.00' },
          { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
        ],
      },
    ],
    purchase_currencies: [
      {
        id: '2b92315d-eab7-5bef-84fa-089a131333f5',
        name: 'USD Coin',
        symbol: 'USDC',
        networks: [
          {
            name: 'ethereum-mainnet',
            display_name: 'Ethereum',
            chain_id: '1',
            contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          },
          {
            name: 'polygon-mainnet',
            display_name: 'Polygon',
            chain_id: '137',
            contract_address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
          },
        ],
      },
    ],
  },
} as const

/**
 * Example of the answer with a quote, from the page "Generating Quotes"
 * (docs.cdp.coinbase.com/onramp/coinbase-hosted-onramp/generating-quotes); there the bought asset
 * is BTC.
 */
export const quoteAnswer = {
  data: {
    payment_total: { amount: '100.00', currency: 'USD' },
    payment_subtotal: { amount: '97.00', currency: 'USD' },
    purchase_amount: { amount: '10.00000000', currency: 'BTC' },
    coinbase_fee: { amount: '1.50', currency: 'USD' },
    network_fee: { amount: '1.50', currency: 'USD' },
    quote_id: '46da84dc-b6d7-11ed-afa1-0242ac120002',
  },
} as const

/**
 * Example of the answer with a session token, from the page "Session Token Authentication"
 * (docs.cdp.coinbase.com/onramp-&-offramp/session-token-authentication).
 */
export const tokenAnswer = {
  token: 'ZWJlNDgwYmItNjBkMi00ZmFiLWIxYTQtMTM3MGI2YjJiNjFh',
  channel_id: '',
} as const

/**
 * Example of the answer with the purchases of a session, from the page "Transaction Status &
 * History" (docs.cdp.coinbase.com/onramp/core-features/transaction-status).
 */
export const transactionsAnswer = {
  transactions: [
    {
      status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      purchase_currency: 'USDC',
      purchase_network: 'base',
      purchase_amount: { value: '5', currency: 'USDC' },
      payment_total: { value: '5.07', currency: 'USD' },
      payment_subtotal: { value: '5', currency: 'USD' },
      coinbase_fee: { value: '0', currency: 'USD' },
      network_fee: { value: '0.07', currency: 'USD' },
      exchange_rate: { value: '1', currency: 'USDC' },
      tx_hash: '0x31814ba2fef2a400a9816767370be09ca12d9e9753b972198fe330a0ecedcbf6',
      created_at: '2023-09-26T20:06:07.076Z',
      country: 'US',
      user_id: '9f86d081884c7d659a2feaa0c55ad01',
      payment_method: 'CARD',
      transaction_id: '1ee7a7ec-fdd1-6032-ad91-0e2bacb520d3',
    },
  ],
  next_page_key: 'eyJndF9za2lwIjowLCJvdF9za2lwIjoxfQ==',
  total_count: '3',
} as const
