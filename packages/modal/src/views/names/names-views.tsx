import type { ReactElement, ReactNode } from 'react'
import { askingKey } from '../../account/asking-name.ts'
import { type LateChunk, WithLate } from '../../account/late.tsx'
import type { AccountViews, View, ViewModal, ViewProps } from '../../view.ts'

function Late(props: {
  readonly modal: ViewModal
  readonly children: (chunk: LateChunk<'names'>) => ReactNode
}): ReactElement {
  return (
    <WithLate name="names" modal={props.modal} loading={props.modal.words.names.loading}>
      {props.children}
    </WithLate>
  )
}

const chooseNameView: View<'ChooseName'> = {
  heading: (words) => words.names.choose,
  component: (props: ViewProps<'ChooseName'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.ChooseName {...props} words={chunk.words} />}
    </Late>
  ),
}

const registerNameView: View<'RegisterName'> = {
  heading: (words) => words.names.register,
  component: (props: ViewProps<'RegisterName'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.RegisterName {...props} words={chunk.words} />}
    </Late>
  ),
  guard: (words, kit) => {
    const wallet = kit.memory.get(askingKey)
    return typeof wallet === 'string' ? words.review.guard(wallet) : undefined
  },
}

const registerNameSuccessView: View<'RegisterNameSuccess'> = {
  heading: (words, { name }) => words.names.yours(name),
  component: (props: ViewProps<'RegisterNameSuccess'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.RegisterNameSuccess {...props} words={chunk.words} />}
    </Late>
  ),
}

/** Drawn by the names chunk; their headings are there before it. */
export const namesViews: Pick<AccountViews, 'ChooseName' | 'RegisterName' | 'RegisterNameSuccess'> =
  {
    ChooseName: chooseNameView,
    RegisterName: registerNameView,
    RegisterNameSuccess: registerNameSuccessView,
  }
