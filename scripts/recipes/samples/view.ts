import type { Recipe } from '../recipe.ts'
import { testOfView } from './opens-view.ts'

const component = `import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'

function Pledge({ modal, route }: ViewProps<'Pledge'>): ReactElement {
  return <p className="hint">{modal.words.pledge.hint(route.wallet)}</p>
}

export const pledgeView: View<'Pledge'> = {
  heading: (words) => words.pledge.heading,
  component: Pledge,
}
`

/** A view of a feature that exists, with its words in the feature's file. */
export const addView: Recipe = {
  name: 'view',
  files: {
    'packages/modal/src/features/wallets/Pledge.tsx': component,
    'packages/modal/src/recipe-view.alone.test.ts': testOfView({
      route: "{ view: 'Pledge', wallet: 'Cove' }",
      heading: 'A pledge',
      text: 'Cove keeps your keys.',
    }),
  },
  edits: [
    {
      path: 'packages/modal/src/contract/views.ts',
      after: "  | { readonly view: 'WhatIsAWallet' }",
      add: "  | { readonly view: 'Pledge'; readonly wallet: string }",
    },
    {
      path: 'packages/modal/src/contract/views.ts',
      after: "  WhatIsAWallet: 'wallets',",
      add: "  Pledge: 'wallets',",
    },
    {
      path: 'packages/modal/src/features/wallets/feature.ts',
      after: "import { whatIsAWalletView } from './WhatIsAWallet.tsx'",
      add: "import { pledgeView } from './Pledge.tsx'",
    },
    {
      path: 'packages/modal/src/features/wallets/feature.ts',
      after: '    WhatIsAWallet: whatIsAWalletView,',
      add: '    Pledge: pledgeView,',
    },
    {
      path: 'packages/modal/src/words/en/further.ts',
      after: 'export const furtherWords = {',
      add: `  pledge: {
    heading: 'A pledge',
    hint: (wallet: string): string => \`\${wallet} keeps your keys.\`,
  },`,
    },
    {
      path: 'packages/modal/src/analytics/event-sources.test.ts',
      after: 'const silent = [',
      add: "  'Pledge',",
    },
    {
      path: 'tests/helpers/view-cases.ts',
      after: '  ...loginCases,',
      add: `  Pledge: [
    {
      isFirst: true,
      name: 'opened by the page',
      reach: (page) => open(page, { view: 'Pledge', wallet: 'Cove' }),
    },
  ],`,
    },
  ],
  tests: [
    'packages/modal/src/recipe-view.alone.test.ts',
    'packages/modal/src/contract',
    'packages/modal/src/analytics',
  ],
}
