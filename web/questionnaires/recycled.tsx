/** /questionnaire/recycle: the list of questionnaires with its recycle bin open. */
import Questionnaires from './questionnaires.tsx';

export default function Recycled() {
  return <Questionnaires recycled />;
}
