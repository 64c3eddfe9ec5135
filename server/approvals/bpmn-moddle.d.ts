/** What of bpmn-moddle 9 is used; it comes without types. */
declare module 'bpmn-moddle' {
  export default class BpmnModdle {
    /** Throws for what is no BPMN 2.0. */
    fromXML(xml: string): Promise<{ rootElement: unknown }>;
  }
}
