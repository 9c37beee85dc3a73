/** A thenable that calls back twice, the second time with a foreign account. */
export function answerTwice(answer: Promise<unknown>): Promise<unknown> {
  const foreignAccounts = ['0x000000000000000000000000000000000000dEaD']
  const thenable = {
    // biome-ignore lint/suspicious/noThenProperty: a wallet's answer may be any thenable; this one misbehaves on purpose
    then: (resolve?: (value: unknown) => unknown, reject?: (error: unknown) => unknown) =>
      answer.then((value) => {
        resolve?.(value)
        setTimeout(() => resolve?.(foreignAccounts), 0)
      }, reject),
    catch: (reject: (error: unknown) => unknown) => answer.catch(reject),
    finally: (callback: () => void) => answer.finally(callback),
  }
  return thenable as unknown as Promise<unknown>
}
