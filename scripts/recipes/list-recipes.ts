import type { Recipe } from './recipe.ts'
import { addAction } from './samples/action.ts'
import { addChainFamily } from './samples/chain-family.ts'
import { addError } from './samples/error.ts'
import { addLateView } from './samples/late-view.ts'
import { addReaderMethod } from './samples/reader-method.ts'
import { addRoute } from './samples/route.ts'
import { addView } from './samples/view.ts'
import { addWallet } from './samples/wallet.ts'

/** The recipes that are tried, in the order of the table in ARCHITECTURE.md. */
export function listRecipes(root: string): readonly Recipe[] {
  return [
    addWallet(root),
    addChainFamily(root),
    addView,
    addLateView,
    addAction,
    addReaderMethod,
    addRoute,
    addError,
  ]
}
