import { explain } from '@latchkey/wbip'
import { connector } from './connector.ts'

/** What is loaded once a wallet was chosen. */
export const heavy: { readonly connector: typeof connector; readonly explain: typeof explain } = { connector, explain }
