import type { AppChoices } from '../choices.ts'
import { frameworks } from '../frameworks.ts'
import { toProjectId } from '../gateway/project-id.ts'

/**
 * Writes the module that creates the kit, and the dialog unless the framework uses custom elements.
 */
export function writeKit({ name, template, chains, hasGateway }: AppChoices): string {
  const { hasModal, gatewayExpression } = frameworks[template]
  const sorted = [...chains].sort((one, other) => one.localeCompare(other, 'en'))
  const options = [`  adapters: [evm({ chains: [${chains.join(', ')}] })],`]
  if (hasGateway) {
    options.push(
      '  // Balances, history and prices come from it. Without an address the wallet answers alone.',
      `  ...(gateway ? { gateway: { url: gateway, project: '${toProjectId(name)}' } } : {}),`,
    )
  }
  return [
    `import { ${sorted.join(', ')} } from '@latchkey/catalog/networks'`,
    "import { createKit } from '@latchkey/core'",
    "import { evm } from '@latchkey/evm'",
    ...(hasModal ? ["import { createModal } from '@latchkey/modal'"] : []),
    '',
    ...(hasGateway ? [`const gateway = ${gatewayExpression}`, ''] : []),
    '// It may be made on a server, too: nothing runs before the page uses it.',
    'export const kit = createKit({',
    ...options,
    '})',
    ...(hasModal ? ['export const modal = createModal(kit)'] : []),
    '',
  ].join('\n')
}
