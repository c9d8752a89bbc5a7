import type { ComponentChildren, HTMLAttributes } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps extends Pick<HTMLAttributes<HTMLDialogElement>, 'class' | 'aria-label' | 'aria-labelledby'> {
  onClose: () => void
  children: ComponentChildren
}

/** A modal dialog, open as long as it is drawn: it keeps the focus; Escape and a press on the ground around it ask to close it. */
export function Dialog({ onClose, children, ...rest }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    // Closing gives the focus back, before the dialog leaves the page.
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
        // The dialog's own box is its content; what is left is the ground.
        if (target === ref.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
