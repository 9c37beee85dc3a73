import type { Recipe } from '../recipe.ts'
import { testOfView } from './opens-view.ts'

const component = `import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'

function Tally({ words }: ViewProps<'Tally'>): ReactElement {
  return <p className="hint">{words.hint}</p>
}

export const tallyView: View<'Tally'> = {
  heading: (words) => words.tally.heading,
  component: Tally,
}
`
const feature = `import type { Feature } from '../../contract/view.ts'
import { tallyWords } from '../../words/en/tally.ts'
import { tallyView } from './Tally.tsx'

/** What the account has done this month. */
export const feature: Feature<'tally'> = {
  views: { Tally: tallyView },
  words: tallyWords,
}
`
const words = `/** Texts of the tally; the heading is among the account's texts. */
export const tallyWords = {
  hint: 'Nothing has happened this month.',
}
`

/** A view in a feature of its own, which is loaded after the account's. */
export const addLateView: Recipe = {
  name: 'late view',
  files: {
    'packages/modal/src/features/tally/Tally.tsx': component,
    'packages/modal/src/features/tally/feature.ts': feature,
    'packages/modal/src/words/en/tally.ts': words,
    'packages/modal/src/recipe-late-view.alone.test.ts': testOfView({
      route: "{ view: 'Tally' }",
      heading: 'This month',
      text: 'Nothing has happened this month.',
    }),
  },
  edits: [
    {
      path: 'packages/modal/src/contract/account-views.ts',
      after: "  | { readonly view: 'AccountSettings' }",
      add: "  | { readonly view: 'Tally' }",
    },
    {
      path: 'packages/modal/src/contract/account-views.ts',
      after: "  UpgradeWallet: 'smart-account',",
      add: "  Tally: 'tally',",
    },
    {
      path: 'packages/modal/src/features/account/later.ts',
      after: "    names: () => import('../names/feature.ts'),",
      add: "    tally: () => import('../tally/feature.ts'),",
    },
    {
      path: 'packages/modal/chunks.ts',
      after: "  names: ['features/names/feature'],",
      add: "  tally: ['features/tally/feature'],",
    },
    {
      path: 'packages/modal/src/words/words.ts',
      after: "import type { swapWords } from './en/swap.ts'",
      add: "import type { tallyWords } from './en/tally.ts'",
    },
    {
      path: 'packages/modal/src/words/words.ts',
      after: 'export interface FeatureWords {',
      add: '  readonly tally: typeof tallyWords',
    },
    {
      path: 'packages/modal/src/words/en/account.ts',
      after: 'export const accountWords = {',
      add: "  tally: { heading: 'This month' },",
    },
    {
      path: 'packages/modal/src/analytics/event-sources.test.ts',
      after: 'const silent = [',
      add: "  'Tally',",
    },
    {
      path: 'tests/helpers/view-cases.ts',
      after: '  ...loginCases,',
      add: `  Tally: [
    {
      name: 'opened by the page',
      async reach(page) {
        await openAccount(page)
        await open(page, { view: 'Tally' })
      },
    },
  ],`,
    },
  ],
  tests: ['packages/modal/src/recipe-late-view.alone.test.ts'],
}
