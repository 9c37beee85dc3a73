import type { OnrampNetwork, OnrampOptions } from './entity.ts'

const coinNetworks: readonly OnrampNetwork[] = [
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
]
const coinId = '2b92315d-eab7-5bef-84fa-089a131333f5'
// These limits repeat `paymentLimits` instead of importing it, so that pages without purchases do
// not load this file.
const payment_method_limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
] as const

/**
 * Purchase options that are used when the gateway lists none. The two coins have the same id and
 * differ only in name and symbol.
 */
export const defaultOnrampOptions: OnrampOptions = {
  purchaseCurrencies: [
    { id: coinId, name: 'USD Coin', symbol: 'USDC', networks: coinNetworks },
    { id: coinId, name: 'Ether', symbol: 'ETH', networks: coinNetworks },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits },
    { id: 'EUR', payment_method_limits },
  ],
}
