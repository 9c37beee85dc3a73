import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

/**
 * A form with one text field and its error below. The submit button may be outside the form and
 * refer to the form's id.
 */
export function OneField(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'onChange' | 'onSubmit' | 'value'> & {
    readonly form: string
    readonly name: string
    readonly value: string
    readonly fault: string
    readonly field?: Ref<HTMLInputElement>
    readonly onChange: (value: string) => void
    readonly onSubmit: () => unknown
  },
): ReactNode {
  const { form, name, fault, field, onChange, onSubmit, ...input } = props
  const error = useId()
  return (
    <>
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <label className="field">
          <span>{name}</span>
          <input
            {...input}
            ref={field}
            aria-invalid={fault !== ''}
            aria-describedby={error}
            onChange={({ target }) => onChange(target.value)}
          />
        </label>
      </form>
      <p className="error" id={error} role="alert">
        {fault}
      </p>
    </>
  )
}
