/**
 * Where the frame is drawn: an element of its own, which a locked screen takes out of the
 * document with all that lies above it. Nothing of the pages can then be seen or searched, while
 * they keep what was typed into them, and the alarms go on ringing.
 */

function place(): HTMLElement {
  const element = document.createElement('div');
  element.id = 'frame';
  document.body.append(element);
  return element;
}

export const frame: HTMLElement = place();

/** Never in the document. */
const wings = document.createElement('div');

/** Containers of dialogs, drawers and menus, which antd puts beside the page; messages have a class and stay. */
const above = () => [...document.body.querySelectorAll<HTMLElement>(':scope > div:not([id]):not([class])')];
const takeAway = () => wings.append(...above());

/** Takes the frame and everything above it out of the document, also what comes up meanwhile. Gives a function that brings it back. */
export function drawCurtain(): () => void {
  // What has the focus, or is in full screen, must not keep it where it cannot be seen.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  takeAway();
  frame.remove();
  const watcher = new MutationObserver(takeAway);
  watcher.observe(document.body, { childList: true });
  return () => {
    watcher.disconnect();
    document.body.append(frame, ...wings.childNodes);
  };
}
