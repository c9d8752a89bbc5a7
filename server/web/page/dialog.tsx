import type { ComponentChildren, HTMLAttributes } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps extends Pick<
  HTMLAttributes<HTMLDialogElement>,
  'class' | 'aria-label' | 'aria-labelledby'
> {
  onClose: () => void
  children: ComponentChildren
}

/** A modal dialog, open while rendered: it keeps the focus; Escape and a click on the backdrop request closing. */
export function Dialog({ onClose, children, ...rest }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    // Closing returns the focus, before the dialog leaves the page.
    return () => dialog.close()
  }, [])
  return (
    <dialog
      {...rest}
      ref={ref}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => {
        // The dialog's own box is its content; the rest is the backdrop.
        if (target === ref.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
