import type { ViewName } from '../route.ts'
import type { ViewProps } from '../view.ts'
import type { SwapWords } from '../words/words.ts'

/** What a swap view gets: the dialog's things, and the words of its own chunk. */
export type SwapViewProps<N extends ViewName> = ViewProps<N> & { readonly words: SwapWords }
