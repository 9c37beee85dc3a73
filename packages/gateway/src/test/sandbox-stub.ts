import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A seller that takes every order, as `apps/sandbox` answers; every `spoils`-th answer is nonsense.
 */
export async function sandboxStub(spoils = 0): Promise<{ readonly url: string; stop(): void }> {
  const counts = { calls: 0 }
  const network = {
    name: 'devnet',
    display_name: 'Devnet',
    chain_id: '31337',
    contract_address: '',
  }
  const money = (amount: string, currency = 'USD') => ({ amount, currency })
  const answers: readonly (readonly [RegExp, (body: { amount?: string }) => object])[] = [
    [
      /^\/api\/options$/,
      () => ({
        purchaseCurrencies: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [network] }],
        paymentCurrencies: [
          { id: 'USD', payment_method_limits: [{ id: 'card', min: '10', max: '100' }] },
        ],
      }),
    ],
    [
      /^\/api\/quote$/,
      ({ amount = '0' }) => ({
        networkFee: money('0'),
        paymentSubtotal: money(amount),
        paymentTotal: money(amount),
        purchaseAmount: money('1', 'ETH'),
        quoteId: 'q',
      }),
    ],
    [/^\/api\/orders$/, () => ({ url: 'http://localhost/pay/a', orderId: 'a' })],
    [/^\/api\/orders\/a$/, () => ({ id: 'a', status: 'pending' })],
    [/^\/api\/deposits$/, () => ({ url: 'http://localhost/exchange/a', sessionId: 'a' })],
    [/^\/api\/deposits\/a$/, () => ({ status: 'IN_PROGRESS' })],
  ]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (spoils && ++counts.calls % spoils === 0)
        return response.end(['<html>', '{}', '[null]'][counts.calls % 3])
      const found = answers.find(([path]) => path.test(request.url ?? ''))
      if (!found) return response.writeHead(404).end('{}')
      return response.end(
        JSON.stringify(found[1](JSON.parse(Buffer.concat(chunks).toString() || '{}'))),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
