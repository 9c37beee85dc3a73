import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runStep } from '../step.ts'
import type { Row } from './report.ts'

/** The last line of the gateway's own bench: figures in JSON, with the rows of the table. */
export interface GatewayFigures {
  readonly figures: unknown
  readonly rows: readonly Row[]
}

export async function gatewayFigures(root: string): Promise<GatewayFigures> {
  const script = ['main.ts', 'index.ts', 'bench.ts']
    .map((name) => join(root, 'packages/gateway/bench', name))
    .find(existsSync)
  if (!script) return { figures: null, rows: [] }
  const command = [process.execPath, '--conditions=latchkey-source', '--import', 'tsx', script]
  const { code, output } = await runStep({ name: 'gateway', command }, root)
  const last = output.trim().split('\n').at(-1) ?? ''
  if (code !== 0 || !last.startsWith('{'))
    throw new Error(`the gateway's bench failed (${code}):\n${output}`)
  const { rows = [], ...figures } = JSON.parse(last) as { rows?: Row[] }
  return { figures, rows }
}
