import './approval.css'

/**
 * Shows a number to type into a window of the vault. The page around this frame can hide the number
 * but cannot read it.
 */
export function drawNumber(number: string): () => void {
  const card = document.createElement('main')
  card.className = 'approval'
  const addElement = (name: 'h1' | 'p' | 'output', text: string, className = ''): void => {
    const element = document.createElement(name)
    element.textContent = text
    if (className) element.className = className
    card.append(element)
  }
  addElement('h1', 'Type this number in the window')
  addElement('output', number.replace(/(\d{4})(?=\d)/g, '$1 '), 'number')
  addElement('p', 'Type it nowhere else. This page cannot read it.')
  document.body.append(card)
  return () => card.remove()
}
