/** Says what was done, with the one thing that often follows: to take it back, or to print its paper. */
import { App, Button } from 'antd';

/** As long as this it can be seen. */
export const SAID_SECONDS = 10;

interface Said {
  /** One for each row: what is said of it again takes the place of what was said. */
  key: string;
  title: string;
  description?: string;
  /** Of the button. */
  label: string;
  onClick: () => void;
}

export function useSaidWith(): (said: Said) => void {
  const { notification } = App.useApp();
  return ({ key, title, description, label, onClick }) =>
    notification.success({
      key,
      title,
      description,
      duration: SAID_SECONDS,
      placement: 'bottomLeft',
      actions: (
        <Button
          type="primary"
          size="small"
          onClick={() => {
            notification.destroy(key);
            onClick();
          }}
        >
          {label}
        </Button>
      ),
    });
}
