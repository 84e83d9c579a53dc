import Basics

extension TemplateObject {
    /// Sets a number of domains with its label, and a link to them; a cell without a number is empty.
    mutating func cell(_ label: String, _ number: Int?, target: String?) {
        guard let number else { return }
        self.set(["cellLabel": label, "cellNumber": Phrase.number(number), "cellTarget": number > 0 ? target : nil])
        self.flag("isZero", number == 0)
    }
}
