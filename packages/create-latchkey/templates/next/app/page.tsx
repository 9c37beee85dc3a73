import { Wallet } from './wallet'

export default function Page() {
  return (
    <main>
      <h1>__APP_NAME__</h1>
      <p>Edit app/page.tsx, and save to see it here.</p>
      <Wallet />
    </main>
  )
}
