import { Account } from './account'

export default function Page() {
  return (
    <>
      <h1>Rendered on the server</h1>
      <Account />
    </>
  )
}
