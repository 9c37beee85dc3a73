// Answers of 0x Swap API v2 as its documentation has them; the lists of `route` are shortened.

export const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
export const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
export const allowanceHolder = '0x0000000000001ff3684f28c67538d4d072c22734'

/**
 * docs.0x.org, "Get Started with Swap API", answer of `/swap/allowance-holder/price`: 100 WETH for
 * DAI on Ethereum.
 */
export const priceAnswer = {
  allowanceTarget: '0x0000000000001ff3684f28c67538d4d072c22734',
  blockNumber: '23234885',
  buyAmount: '458050129388884000000000',
  buyToken: '0x6b175474e89094c44da98b954eedeac495271d0f',
  fees: {
    integratorFee: null,
    zeroExFee: {
      amount: '688205446596484002742',
      token: '0x6b175474e89094c44da98b954eedeac495271d0f',
      type: 'volume',
    },
    gasFee: null,
  },
  gas: '1116817',
  gasPrice: '2558459858',
  issues: {
    allowance: { actual: '0', spender: '0x0000000000001ff3684f28c67538d4d072c22734' },
    balance: {
      token: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      actual: '0',
      expected: '100000000000000000000',
    },
    simulationIncomplete: false,
    invalidSourcesPassed: [],
  },
  liquidityAvailable: true,
  minBuyAmount: '453462747021444000000000',
  route: {
    fills: [
      {
        from: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
        to: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        source: 'Uniswap_V3',
        proportionBps: '500',
      },
    ],
    tokens: [{ address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', symbol: 'WETH' }],
  },
  sellAmount: '100000000000000000000',
  sellToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  tokenMetadata: {
    buyToken: { buyTaxBps: '0', sellTaxBps: '0' },
    sellToken: { buyTaxBps: '0', sellTaxBps: '0' },
  },
  totalNetworkFee: '2857331463231986',
  zid: '0x2450cc642b05b3cebfd9bf35',
}

/**
 * The same page, answer of `/swap/allowance-holder/quote`; `data` is cut off there; here with the
 * zero that makes whole bytes of it.
 */
export const quoteAnswer = {
  ...priceAnswer,
  blockNumber: '23234770',
  buyAmount: '454443538468285000000000',
  fees: {
    integratorFee: null,
    zeroExFee: {
      amount: '682689324469874696651',
      token: '0x6b175474e89094c44da98b954eedeac495271d0f',
      type: 'volume',
    },
    gasFee: null,
  },
  minBuyAmount: '449892276190185000000000',
  totalNetworkFee: '1394929353342525',
  transaction: {
    to: '0x0000000000001ff3684f28c67538d4d072c22734',
    data: '0x2213bc0b000000000000000000000000df31a70a21a1931e02033dbba7deace6c450',
    gas: '832055',
    gasPrice: '1676486955',
    value: '0',
  },
  zid: '0x9c2d3156ecfc7dd6b4acc463',
}

/** docs.0x.org, "getPrice (Allowance Holder)": nothing else is said where there is no liquidity. */
export const noLiquidityAnswer = { liquidityAvailable: false, zid: '0x111111111111111111111111' }

/** docs.0x.org, "Exact Buy (Exact Out)", error of a wrap. */
export const invalidAnswer = {
  name: 'INPUT_INVALID',
  message: 'The input is invalid',
  data: {
    details: [
      { field: 'buyAmount', reason: 'buyAmount is not supported for wrap/unwrap operations' },
    ],
  },
}

/**
 * An exact buy: that page names `buyAmount` and `maxSellAmount` and prints no whole answer, so the
 * figures are made up in the shape of the ones above.
 */
const { sellAmount: _, minBuyAmount: __, ...exactly } = priceAnswer
export const exactBuyAnswer = {
  ...exactly,
  buyAmount: '500000000000000000000',
  maxSellAmount: '110000000000000000',
}
