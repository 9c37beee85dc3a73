import { connect } from '@latchkey/core'
import { makeKit } from './kit.ts'
import { readName, type Send, signIn, signOut } from './sign-in.ts'

const kit = makeKit()
const send: Send = (path, init) => fetch(path, init)
const status = document.querySelector('#session')
const wallets = document.querySelector('#wallets')

function show(text: string): void {
  if (status) status.textContent = text
}

async function showSession(): Promise<void> {
  const name = await readName(send)
  show(name === null ? 'Not signed in' : `Signed in as ${name}`)
}

async function enter(connector: string): Promise<void> {
  try {
    const [first] = await connect(kit, { connector })
    if (first?.account) await signIn(kit, first.account, send)
    await showSession()
  } catch (error) {
    show(error instanceof Error ? error.message : String(error))
  }
}

function drawWallets(): void {
  const buttons = Object.values(kit.getState().connectors).map(({ id, wallet }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = wallet.name
    button.addEventListener('click', () => void enter(id))
    return button
  })
  wallets?.replaceChildren(...buttons)
}

kit.subscribe(drawWallets)
drawWallets()
document.querySelector('#sign-out')?.addEventListener('click', () => {
  void signOut(send).then(showSession)
})
void showSession()
