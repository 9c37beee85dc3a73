import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'

/** The wallet that is asked to sign the registration of a name; the dialog stays open meanwhile. */
export const nameSigner: (kit: Kit) => { wallet?: string | undefined } = perKit(() => ({}))
